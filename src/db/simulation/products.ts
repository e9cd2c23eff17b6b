import { createHash } from 'node:crypto'
import type { Actor } from '../../domain/run/run-state.js'
import { Product } from '../../domain/simulation/product.js'
import type { Database } from '../connection/client.js'
import { asJson } from '../connection/transaction.js'

export type ProductSummary = {
  readonly product_id: string
  readonly version: number
  readonly name: string
  readonly created_at: Date
}

/** Product files of the workspace. A stored version never changes; changes are saved as another version. */
export function createProducts(db: Database) {
  return {
    /** Stores a product unless its newest version is identical; returns the version. */
    async register(actor: Actor, product: Product): Promise<number> {
      const hash = createHash('sha256').update(JSON.stringify(product)).digest('hex')
      return db.writeInWorkspace(actor, async (tx) => {
        // Serialises two registrations of the same product.
        await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`${actor.workspace_id}/${product.id}`}, 0))`
        const rows = await tx.$queryRaw<{ version: number; content_hash: string }[]>`
          select version, content_hash from product where product_id = ${product.id} order by version desc limit 1`
        const [newest] = rows
        if (newest?.content_hash === hash) return newest.version
        const version = (newest?.version ?? 0) + 1
        await tx.$executeRaw`
          insert into product (workspace_id, product_id, version, document, content_hash)
          values (${actor.workspace_id}::uuid, ${product.id}, ${version}, ${asJson(product)}::json, ${hash})`
        return version
      })
    },

    /** One version of a product, or its newest; `null` where there is none. */
    async get(
      actor: Actor,
      product_id: string,
      version: number | null,
    ): Promise<{ product: Product; version: number } | null> {
      const [row] = await db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<{ document: unknown; version: number }[]>`
          select document, version from product
           where product_id = ${product_id} and (${version}::int is null or version = ${version}::int)
           order by version desc limit 1`,
      )
      return row ? { product: Product.parse(row.document), version: row.version } : null
    },

    /** The newest version of every product, by id. */
    async list(actor: Actor): Promise<ProductSummary[]> {
      return db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<ProductSummary[]>`
          select distinct on (product_id) product_id, version, document->>'name' as name, created_at
            from product order by product_id, version desc`,
      )
    },
  }
}
