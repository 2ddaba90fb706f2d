// Must be the first import: zod otherwise tries `new Function` once, which the content security policy refuses and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export {}
