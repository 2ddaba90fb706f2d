// Owns: a schema as text, for telling whether two are the same. Takes a tenth of the time of a JSON Schema. Functions are left out: what a refinement
// checks is not seen.

type Schema = { readonly _zod: { readonly def: object; readonly innerType?: unknown } }

/** Equal for equal schemas. */
export function schemaText(schema: Schema): string {
  return textOf(schema, new Set())
}

/** `around`: the schemas that this value is part of. One that contains itself would have no end. */
function textOf(value: unknown, around: Set<object>): string {
  if (Array.isArray(value)) return `[${value.map((each) => textOf(each, around)).join()}]`
  if (value instanceof RegExp) return String(value)
  if (typeof value === "bigint") return `${value}n`
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? ""
  if (!isSchema(value)) return `{${Object.entries(value).map(([key, each]) => `${key}:${textOf(each, around)}`)}}`
  if (around.has(value)) return "itself"
  around.add(value)
  const { def, innerType } = value._zod
  const text = textOf(innerType ? { ...def, innerType } : def, around)
  around.delete(value)
  return text
}

function isSchema(value: object): value is Schema {
  return "_zod" in value
}
