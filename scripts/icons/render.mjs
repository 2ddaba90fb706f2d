// @ts-check
// `npm run icons`: draws resources/icons/icon.svg at every size with Chromium and writes the PNG, ICO and ICNS files. Runs inside Electron.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { app, BrowserWindow } from "electron"
import { root } from "../setup/paths.mjs"
import { icns, ico } from "./containers.mjs"

const folder = join(root, "resources", "icons")
const sizes = [16, 32, 48, 64, 128, 256, 512, 1024]

async function render() {
  const svg = readFileSync(join(folder, "icon.svg"), "utf8")
  const window = new BrowserWindow({ show: false, webPreferences: { sandbox: true } })
  await window.loadURL("data:text/html,<title>icons</title>")
  const pngs = new Map()
  for (const size of sizes) {
    const url = await window.webContents.executeJavaScript(`(async () => {
      const image = new Image(${size}, ${size})
      image.src = ${JSON.stringify(`data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`)}
      await image.decode()
      const canvas = new OffscreenCanvas(${size}, ${size})
      canvas.getContext("2d").drawImage(image, 0, 0, ${size}, ${size})
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/png" })).arrayBuffer())
      return bytes.toBase64()
    })()`)
    pngs.set(size, Buffer.from(url, "base64"))
  }
  writeFileSync(join(folder, "icon.png"), pngs.get(512))
  writeFileSync(join(folder, "icon-1024.png"), pngs.get(1024))
  writeFileSync(join(folder, "icon.ico"), ico(pngs))
  writeFileSync(join(folder, "icon.icns"), icns(pngs))
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
