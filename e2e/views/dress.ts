// Owns: looking at a page in one theme or the other.
import type { Page } from "@playwright/test"
import { expect } from "../driver/expect.ts"

export const themes = ["dark", "light"] as const
export type Theme = (typeof themes)[number]

export async function dress({ page }: { readonly page: Page }, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" })
  await expect.poll(() => page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches)).toBe(theme === "dark")
}
