export function complainAbout(body: object): string | null
