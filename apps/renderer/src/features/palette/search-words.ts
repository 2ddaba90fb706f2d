// Owns: what people call things that are called something else here. Found by these words too, after what has the word in its title.
import type { ActionId } from "../../kernel/keys/actions.ts"

export const actionWords: Readonly<Partial<Record<ActionId, string>>> = {
  "attention-next": "inbox notifications waiting",
  "zoom-out": "leave exit back",
  split: "split side by side",
  "pop-out": "detach",
  "close-pane": "leave exit",
  "reopen-tab": "undo close restore",
  rail: "sidebar left",
  inspector: "sidebar right details",
  tasks: "background work active running jobs",
  "find-here": "search",
  "find-everywhere": "search",
  "new-agent": "create add spawn",
  "new-child": "create add spawn",
  pause: "stop hold",
  "hold-all": "pause stop everybody emergency",
  access: "rights allow",
  settings: "preferences options configuration",
  help: "hotkeys keys",
  welcome: "tour introduction start",
  "text-larger": "font zoom bigger",
  "text-smaller": "font zoom",
  "text-normal": "font zoom reset",
  "full-screen": "maximise maximize",
}

export const slashWords: Readonly<Record<string, string>> = {
  find: "search",
  quiet: "mute silence sound heads-down",
  audit: "export log",
}

/** What is on a page, by the page's id. */
export const pageWords: Readonly<Record<string, string>> = {
  general: "quit exit close window tray folder",
  models: "api key provider anthropic price",
  agents: "budget cost",
  access: "permissions rights sandbox allow",
  attention: "mute sound volume notifications quiet do not disturb",
  appearance: "dark light theme colours colors font text size contrast density motion animation screen reader",
  keyboard: "shortcuts hotkeys bindings",
  quality: "tests lint checks",
  data: "export backup copy storage folder",
  about: "version licence license",
}
