import type { Tokens } from "marked"
import { useState } from "react"
import { useFoundBehind } from "../ui/found.ts"
import { Inline } from "./inline.tsx"
import { cellTokens, FIRST_ROWS } from "./lex.ts"

export function TableBlock({ table }: { table: Tokens.Table }) {
  const [isWhole, setWhole] = useState(false)
  const isFoundBehind = useFoundBehind(table.raw, () => table.raw.split("\n", FIRST_ROWS + 2).join("\n"))
  const rows = isWhole || isFoundBehind ? table.rows : table.rows.slice(0, FIRST_ROWS)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="md-table" tabIndex={0} aria-label="Table">
        <table>
          <thead>
            <tr>
              {table.header.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity beyond their place
                <th key={index} data-align={cell.align ?? undefined} dir="auto" scope="col">
                  <Inline tokens={cell.tokens} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity beyond their place
              <tr key={index}>
                {row.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells have no identity beyond their place
                  <td key={column} data-align={cell.align ?? undefined} dir="auto">
                    <Inline tokens={cellTokens(cell)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length < table.rows.length && (
        <button type="button" className="button show-all" onClick={() => setWhole(true)}>
          Show all {table.rows.length.toLocaleString("en")} rows
        </button>
      )}
    </>
  )
}
