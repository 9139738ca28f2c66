import { reviewed, type TestServer } from './server.ts'

/** The same server, called without sockets, which is faster. */
export function withoutNetwork(server: TestServer): TestServer {
  const { http } = server.app
  const call: TestServer['call'] = async (method, path, { token, headers, ...given } = {}) => {
    const body = await reviewed(call, path, { token, body: given.body })
    const answer = await http.inject({
      method: method as 'GET' | 'POST',
      url: `/api${path}`,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: body as object }),
    })
    const isJson = String(answer.headers['content-type']).includes('json')
    const answered = new Headers()
    for (const [name, value] of Object.entries(answer.headers))
      for (const each of [value ?? []].flat()) answered.append(name, String(each))
    return { status: answer.statusCode, headers: answered, body: isJson ? answer.json() : answer.rawPayload }
  }
  return { ...server, call }
}
