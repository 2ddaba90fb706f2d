export { Inspector, type InspectorWays } from "./inspector.tsx"
