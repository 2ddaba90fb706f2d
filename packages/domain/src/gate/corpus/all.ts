import { beyondRows } from "./beyond.ts"
import { chainRows } from "./chains.ts"
import { destroyingRows } from "./destroying.ts"
import { editingRows } from "./editing.ts"
import { forbiddenRows } from "./forbidden.ts"
import { readingRows } from "./reading.ts"
import type { Row } from "./row.ts"
import { unknownRows } from "./unknown.ts"

export const allRows: readonly Row[] = [
  ...readingRows,
  ...editingRows,
  ...beyondRows,
  ...unknownRows,
  ...destroyingRows,
  ...forbiddenRows,
  ...chainRows,
]
