export { StatusBar, type StatusWays } from "./status-bar.tsx"
