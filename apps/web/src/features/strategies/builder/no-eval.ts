// Before anything of zod is loaded: it tries `new Function` once, which the page's policy refuses and reports.
Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });
