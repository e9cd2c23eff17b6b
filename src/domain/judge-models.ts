type Configured = { readonly mode: 'offline' | 'anthropic'; readonly judge: string }

/** The models of so many judges: the named ones in turn, else the configured one. Offline there is only one model. */
export function judgeModels({ mode, judge }: Configured, named: readonly string[], judges: number): string[] {
  return Array.from({ length: judges }, (_, index) =>
    mode === 'offline' ? judge : (named[index % named.length] ?? judge),
  )
}

/** What these judges are called together: a calibration holds for the same jury only. */
export const juryName = (models: readonly string[]): string => [...new Set(models)].sort().join(', ')
