// Owns: a key as a test presses it; what a test leaves out is up.
import type { Pressed } from "../chord.ts"

export function press(keys: Partial<Pressed>): Pressed {
  return {
    key: "",
    code: "",
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    altKey: false,
    isComposing: false,
    keyCode: 0,
    ...keys,
  }
}
