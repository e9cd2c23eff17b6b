/**
 * The folder with `data`, `prisma` and `package.json`, above `src` and above every build. The bundler moves modules
 * that use `import.meta.url` into files directly below `dist`, so only this module may use a relative path from itself
 * to that folder.
 */
export const INSTALLATION = new URL('../', import.meta.url)
