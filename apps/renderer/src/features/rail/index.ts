export { Rail, type RailWays } from "./rail.tsx"
