/** The part of React Router's manifest that says which files a screen is made of. */
type Manifest = { readonly routes: Readonly<Record<string, RouteFiles>> }
type RouteFiles = {
  readonly parentId?: string
  readonly path?: string
  readonly module: string
  readonly imports: readonly string[]
}

/** By the whole address of each screen, the scripts it and the screens around it are made of; addresses with parts that vary have none. */
export function screenScripts(manifest: string): ReadonlyMap<string, readonly string[]> {
  const { routes } = JSON.parse(manifest.slice(manifest.indexOf('{'), manifest.lastIndexOf('}') + 1)) as Manifest
  return new Map(
    Object.values(routes).map((route) => {
      const chain = chainOf(route, routes)
      const path = chain.flatMap((each) => each.path || []).join('/')
      return [`/${path}`, [...new Set(chain.flatMap(({ module, imports }) => [module, ...imports]))]]
    }),
  )
}

function chainOf(route: RouteFiles, routes: Manifest['routes']): RouteFiles[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId]
  return parent ? [...chainOf(parent, routes), route] : [route]
}
