import { useChange } from "../../../kernel/settings/edit-setting.ts"
import { AddressField } from "../parts/address-field.tsx"

export function SearchSection({ address }: { address: string | null }) {
  const change = useChange()
  return (
    <AddressField
      name="Web search"
      address={address}
      example="https://search.example.org/search"
      note={
        address === null
          ? "Empty: an agent that searches the web is told that no search is set up. Give the search address of a SearXNG server, or of one that answers like it."
          : "What agents search for is sent to this address."
      }
      clear="Clear"
      onChange={(searchAddress) => change({ searchAddress })}
    />
  )
}
