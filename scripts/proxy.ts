import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './child.ts'

type Site = {
  readonly port: number
  /** Ports of the servers; Caddy takes two. */
  readonly servers: readonly number[]
  /** For its files. */
  readonly folder: string
}

const example = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8')
const address = (port: number | undefined) => `127.0.0.1:${port}`

/** Writes the examples of `deploy/` as the only configuration of a proxy of its own; returns its arguments. */
export const proxyArguments = {
  nginx: ({ port, servers, folder }: Site): string[] => {
    const site = example('nginx.conf')
      .replace(/server 127\.0\.0\.1:3000(.*)/, (_, options: string) =>
        servers.map((server) => `server ${address(server)}${options}`).join('\n'),
      )
      .replace('listen 80;', `listen ${address(port)};`)
      .replace('/var/log/nginx/access.log', join(folder, 'access.log'))
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${folder}/${of};`)
    const file = join(folder, 'nginx.conf')
    writeFileSync(file, `pid ${folder}/nginx.pid; events {} http { ${paths.join(' ')} ${site} }`)
    return ['-g', 'daemon off;', '-e', join(folder, 'error.log'), '-c', file]
  },
  caddy: ({ port, servers, folder }: Site): string[] => {
    const site = example('Caddyfile')
      .replaceAll('sauda-1:3000', address(servers[0]))
      .replaceAll('sauda-2:3000', address(servers[1]))
      .replace('portal.broker.example, desk.broker.example', `http://${address(port)}`)
    const file = join(folder, 'Caddyfile')
    writeFileSync(file, `{\n\tadmin off\n}\n${site}`)
    return ['run', '--adapter', 'caddyfile', '--config', file]
  },
} as const
