// @ts-check
// `npm run icons`: draws resources/icons/icon.svg at every size with Chromium and writes the PNG, ICO and ICNS files, and the small ones of
// resources/tray. Runs inside Electron.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { app, BrowserWindow } from "electron"
import { root } from "../setup/paths.mjs"
import { icns, ico } from "./containers.mjs"
import { overlay, templateTray, waitingTray } from "./small.mjs"

const folder = join(root, "resources", "icons")
const small = join(root, "resources", "tray")
const sizes = [16, 32, 48, 64, 128, 256, 512, 1024]

async function render() {
  const svg = readFileSync(join(folder, "icon.svg"), "utf8")
  const window = new BrowserWindow({ show: false, webPreferences: { sandbox: true } })
  await window.loadURL("data:text/html,<title>icons</title>")
  const pngs = new Map()
  for (const size of sizes) pngs.set(size, await draw(window, svg, size))
  writeFileSync(join(folder, "icon.png"), pngs.get(512))
  writeFileSync(join(folder, "icon-1024.png"), pngs.get(1024))
  writeFileSync(join(folder, "icon.ico"), ico(pngs))
  writeFileSync(join(folder, "icon.icns"), icns(pngs))
  await renderSmall(window)
}

/** @param {BrowserWindow} window */
async function renderSmall(window) {
  const tray = readFileSync(join(small, "tray.svg"), "utf8")
  const pictures = [
    ["tray.png", tray, 32],
    ["tray-waiting.png", waitingTray(tray), 32],
    ["trayTemplate.png", templateTray(tray), 16],
    ["trayTemplate@2x.png", templateTray(tray), 32],
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((count) => [`overlay-${count}.png`, overlay(String(count)), 32]),
    ["overlay-more.png", overlay("9+"), 32],
  ]
  for (const [name, svg, size] of pictures)
    writeFileSync(join(small, String(name)), await draw(window, String(svg), Number(size)))
}

/** @param {BrowserWindow} window @param {string} svg @param {number} size */
async function draw(window, svg, size) {
  const base64 = await window.webContents.executeJavaScript(`(async () => {
      const image = new Image(${size}, ${size})
      image.src = ${JSON.stringify(`data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`)}
      await image.decode()
      const canvas = new OffscreenCanvas(${size}, ${size})
      canvas.getContext("2d").drawImage(image, 0, 0, ${size}, ${size})
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/png" })).arrayBuffer())
      return bytes.toBase64()
    })()`)
  return Buffer.from(base64, "base64")
}

void app
  .whenReady()
  .then(render)
  .then(
    () => app.exit(0),
    (error) => {
      process.stderr.write(`${error.stack}\n`)
      app.exit(1)
    },
  )
