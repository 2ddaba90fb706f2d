// Owns: what changes the project, where it can only be looked at: it is still found, says why it cannot be pressed, and asks for nothing.

import { type ComponentProps, type ReactNode, useId } from "react"
import { closedWhy } from "../replica/closed.ts"
import type { Remarks } from "../session/offers.ts"
import { useReadOnly, useSession } from "../session/session-context.ts"

/** Why nothing can be changed; null where it can. */
export function useClosed(): string | null {
  return closedWhy(useReadOnly())
}

/** The reason is its hint under the pointer, and is said in the line for remarks to those who come to it by key or press it all the same. */
export function ChangeButton(props: ComponentProps<"button">) {
  const session = useSession<Remarks>()
  const why = useClosed()
  if (why === null) return <button type="button" {...props} />
  const say = () => session.remark(why, "quiet")
  return (
    <button
      {...props}
      type="button"
      disabled={false}
      aria-disabled
      data-closed=""
      title={why}
      onFocus={(event) => {
        props.onFocus?.(event)
        if (event.target.matches(":focus-visible")) say()
      }}
      onClick={say}
    />
  )
}

/** For a field beside such a button. */
export function useChangeField(): { readonly disabled?: true; readonly title?: string } {
  const why = useClosed()
  return why === null ? {} : { disabled: true, title: why }
}

/** For a part of a page with nothing in it but what changes the project. `isSaid`: above it, where nothing else on the page says it. */
export function ChangeFields({ isSaid = false, children }: { isSaid?: boolean; children: ReactNode }) {
  const why = useClosed()
  const note = useId()
  if (why === null) return children
  return (
    <fieldset className="closed-fields" disabled title={why} aria-describedby={isSaid ? note : undefined}>
      {isSaid && (
        <p id={note} className="setting-note">
          {why}
        </p>
      )}
      {children}
    </fieldset>
  )
}
