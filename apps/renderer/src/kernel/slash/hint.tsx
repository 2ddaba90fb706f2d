import { Fragment } from "react"
import "./slash.css"

/** What may follow a command. One part of it is broken only where it is longer than a line: "[--" at the end of one says nothing. */
export function Hint({ hint }: { hint: string }) {
  return hint.split(/ (?=[<[])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts are the places in the hint
    <Fragment key={at}>
      {at > 0 && " "}
      <span className="hint-part">{part}</span>
    </Fragment>
  ))
}
