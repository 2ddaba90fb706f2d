// Owns: the shape of a rule of the law and of what it finds.
import type { Project } from "./project.ts"

export type Violation = { path: string; line: number; problem: string }

export type Rule = { name: string; says: string; find: (project: Project) => readonly Violation[] }
