export { TreeView, type TreeWays } from "./tree-view.tsx"
