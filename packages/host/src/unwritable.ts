// Owns: making a folder, and what a start says when it may not write, for every shell. Apart from the rest of the host: a shell needs it before it loads that.
export { describeUnwritable, makeFolder } from "@kibitz/adapters/unwritable"
