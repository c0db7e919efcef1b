// Takes webhooks on port 3000 (or PORT) and believes only those that are signed with SECRET.
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.SECRET)

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString()
  try {
    const { meta, data } = webhook.verify(body, request.headers)
    console.log('genuine', meta.event.type, data.id)
    response.end()
  } catch (error) {
    console.log('refused', error.message)
    response.writeHead(401).end()
  }
}).listen(Number(process.env.PORT ?? 3000), () => console.log('waiting'))
