/**
 * The folder with `data`, `prisma` and `package.json`, above `src` and above every build. The bundler puts what is asked
 * for its own address into a file directly below `dist`, so nobody but this file may count folders from where it stands.
 */
export const INSTALLATION = new URL('../', import.meta.url)
