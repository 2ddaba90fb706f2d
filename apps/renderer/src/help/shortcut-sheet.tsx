import { isApple, keyHint } from "../app/shortcuts.ts"
import { Dialog } from "../ui/dialog.tsx"
import "./shortcut-sheet.css"

const mod = isApple ? "⌘" : "Ctrl+"

const groups: readonly { readonly name: string; readonly keys: readonly (readonly [string, string])[] }[] = [
  {
    name: "Writing",
    keys: [
      ["Enter", "Send; queue while the agent works"],
      [`${mod}Enter`, "Send now, after the running step"],
      [isApple ? "⇧Enter" : "Shift+Enter", "New line"],
      ["/", "Commands; Tab completes, Enter runs"],
      ["Esc", "From the composer to the conversation; your text stays"],
    ],
  },
  {
    name: "Answering a card",
    keys: [
      ["A", "Approve once"],
      ["S", "Approve similar"],
      ["D", "Deny"],
      ["R", "Deny, say why"],
      ["1–8", "Choose an option of a question"],
    ],
  },
  {
    name: "Anywhere",
    keys: [
      [`${keyHint("attention")}, ${keyHint("attention-back")}`, "Next and previous thing that waits for you"],
      [keyHint("agents"), "Go to another agent"],
      [keyHint("stop"), "Stop the agent, keep what has come"],
      [keyHint("settings"), "Settings"],
      [isApple ? "⌘/ or ?" : "F1 or ?", "This sheet"],
      [`${keyHint("next-region")}, ${keyHint("previous-region")}`, "Next and previous part of the window"],
      [`${keyHint("larger")}, ${keyHint("smaller")}, ${keyHint("normal")}`, "Larger, smaller, normal text"],
    ],
  },
]

export function ShortcutSheet({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="Keyboard" testId="shortcut-sheet" className="sheet" onClose={onClose}>
      <div className="sheet-body" tabIndex={-1} data-first-focus="page">
        {groups.map(({ name, keys }) => (
          <section key={name}>
            <h3>{name}</h3>
            <dl>
              {keys.map(([key, what]) => (
                <div key={key} className="sheet-row">
                  <dt>{what}</dt>
                  <dd>
                    <kbd>{key}</kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
