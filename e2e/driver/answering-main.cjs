// Loaded into the main process before the app: answers the first question of the system's own dialogs by the label in E2E_ANSWER, and tells on stderr
// what was asked and which addresses would have been opened. A dialog of the system itself cannot be reached by a test.
const { dialog, shell } = require("electron")

dialog.showMessageBox = async (...given) => {
  const { title, message, detail, buttons, defaultId, cancelId } = given.at(-1)
  console.error(`asked ${JSON.stringify({ title, message, detail, buttons, defaultId, cancelId })}`)
  return { response: buttons.indexOf(process.env.E2E_ANSWER), checkboxChecked: false }
}
shell.openExternal = async (url) => console.error(`opened ${url}`)
