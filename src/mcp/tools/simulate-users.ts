import { z } from 'zod'
import { MAX_DAYS, MAX_PEOPLE, NETWORKS } from '../../domain/simulation/simulation.js'
import { childReaderFor } from '../../ingest/read-in-child-process.js'
import { defineRunTool } from '../submit-and-wait.js'

export const simulateUsersTool = defineRunTool({
  name: 'simulate_users',
  title: 'Simulate users over weeks',
  description:
    'Synthetic people live with a product: who stays, what frustrates, what to mend. product: a YAML or JSON file (screens with effort, clarity, value, defects; price; support). Uncalibrated: compare states. 5 s to 10 min.',
  kind: 'simulation',
  input: {
    product: z.string().max(200_000).describe('File text or id'),
    state: z.string().min(1).max(60).describe('Default its first').optional(),
    personas: z.int().min(1).max(MAX_PEOPLE).describe('Default 100').optional(),
    days: z.int().min(1).max(MAX_DAYS).describe('Default 30').optional(),
    panel: z.array(z.string().max(60)).max(24).describe('Sets, archetypes').optional(),
    network: z.enum(NETWORKS).describe('Whom invitations reach').optional(),
    seed: z.int().min(0).max(2_147_483_647).describe('Default 1').optional(),
    pilot: z.int().min(1).max(MAX_PEOPLE).describe('Only the first').optional(),
    fallback: z.enum(['offline']).describe('Else pause').optional(),
  },
  async request({ product, ...settings }, { ctx }) {
    if (/^[\w-]+(?:@\d+)?$/.test(product.trim())) return { ...settings, product: product.trim() }
    const read = childReaderFor(ctx.actor.workspace_id)
    return { ...settings, product: await read('product', 'product', product, 'product') }
  },
})
