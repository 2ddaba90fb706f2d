// Owns: links and images as agents write them. Nothing is loaded or opened until the user has seen where it leads (T16, T21).
import { Check, Copy, ExternalLink } from "lucide-react"
import { type ReactNode, useId, useState } from "react"
import { copyText } from "../ui/copy-text.ts"
import { type Address, classifyAddress } from "./address.ts"
import { visibleText } from "./visible.ts"

export function LinkText({ href, children }: { href: string; children: ReactNode }) {
  const address = classifyAddress(href)
  if (address.kind === "text") {
    return (
      <span>
        {children} <span className="md-raw-address">({visibleText(href.slice(0, 300))})</span>
      </span>
    )
  }
  return <AskingLink address={address}>{children}</AskingLink>
}

/** A remote picture would tell its server that this reply was read, so only its description is shown. */
export function ImageText({ href, alt }: { href: string; alt: string }) {
  return (
    <span className="md-image">
      <span className="md-image-label">Image</span> <LinkText href={href}>{alt === "" ? "without description" : alt}</LinkText>
    </span>
  )
}

function AskingLink({ address, children }: { address: Exclude<Address, { kind: "text" }>; children: ReactNode }) {
  const id = useId()
  const [isCopied, setCopied] = useState(false)
  const copy = () => void copyText(address.href).then(setCopied)
  return (
    <>
      <button type="button" className="md-link" popoverTarget={id} title={address.where}>
        <bdi>{children}</bdi>
      </button>
      <span id={id} popover="auto" className="link-card" onToggle={() => setCopied(false)}>
        <span className="link-card-where">{address.where}</span>
        <span className="link-card-href">{visibleText(address.href)}</span>
        <span className="link-card-actions">
          {address.kind === "open" ? (
            <a className="button button-primary" href={address.href} target="_blank" rel="noreferrer noopener">
              <ExternalLink size="0.875rem" aria-hidden />{" "}
              {address.href.startsWith("mailto:") ? "Write an email" : "Open in browser"}
            </a>
          ) : (
            <span className="link-card-note">Not encrypted, so it is not opened from here.</span>
          )}
          <button type="button" className="button" onClick={copy}>
            {isCopied ? <Check size="0.875rem" aria-hidden /> : <Copy size="0.875rem" aria-hidden />}{" "}
            {isCopied ? "Copied" : "Copy"}
          </button>
        </span>
      </span>
    </>
  )
}
