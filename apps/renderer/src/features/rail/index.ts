export { Rail } from "./rail.tsx"
