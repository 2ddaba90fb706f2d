// Owns: a question of the system's own, before there is a page that could ask it.
import { BrowserWindow, dialog, type MessageBoxOptions } from "electron"

export type Question<Choice> = {
  readonly title: string
  readonly detail: string
  /** In this order; Escape gives the last. */
  readonly choices: readonly { readonly choice: Choice; readonly label: string }[]
  /** What Enter gives; left out, the first. It must be one that harms nothing. */
  readonly onEnter?: Choice
}

/** Undefined when Kibitz is quit meanwhile. */
export async function askUser<Choice>(question: Question<Choice>, leaving: AbortSignal): Promise<Choice | undefined> {
  const { title, detail, choices, onEnter } = question
  const options: MessageBoxOptions = {
    type: "info",
    title: "Kibitz",
    message: title,
    detail,
    buttons: choices.map(({ label }) => label),
    defaultId: Math.max(
      0,
      choices.findIndex(({ choice }) => choice === onEnter),
    ),
    cancelId: choices.length - 1,
    noLink: true,
    signal: leaving,
  }
  const [window] = BrowserWindow.getAllWindows()
  const { response } = window ? await dialog.showMessageBox(window, options) : await dialog.showMessageBox(options)
  return leaving.aborted ? undefined : choices[response]?.choice
}
