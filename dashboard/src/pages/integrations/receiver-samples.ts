/** Receivers that verify signatures, in the languages that integrators ask for. The tests run those of Node and Python. */
import type { Language } from './search-parameters.ts'

export const RECEIVER_SAMPLES: Record<Language, { name: string; code: string }> = {
  node: {
    name: 'Node',
    code: `import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

function isGenuine(body, signature = '') {
  const expected = createHmac('sha256', process.env.WEBHOOK_SECRET).update(body).digest()
  const given = Buffer.from(signature, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  if (!isGenuine(body, request.headers.signature)) return response.writeHead(401).end()
  response.writeHead(204).end()
  const { meta, data } = JSON.parse(body)
  console.log(meta.event.type, data.id)
}).listen(process.env.PORT ?? 3000)
`,
  },
  php: {
    name: 'PHP',
    code: `<?php
$body = file_get_contents('php://input');
$expected = hash_hmac('sha256', $body, getenv('WEBHOOK_SECRET'));
if (!hash_equals($expected, $_SERVER['HTTP_SIGNATURE'] ?? '')) {
    http_response_code(401);
    exit;
}
http_response_code(204);
$message = json_decode($body, true);
error_log($message['meta']['event']['type'] . ' ' . $message['data']['id']);
`,
  },
  python: {
    name: 'Python',
    code: `import hashlib, hmac, json, os
from http.server import BaseHTTPRequestHandler, HTTPServer

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers['Content-Length']))
        expected = hmac.new(os.environ['WEBHOOK_SECRET'].encode(), body, hashlib.sha256).hexdigest()
        is_genuine = hmac.compare_digest(expected, self.headers.get('signature', ''))
        self.send_response(204 if is_genuine else 401)
        self.end_headers()
        if is_genuine:
            message = json.loads(body)
            print(message['meta']['event']['type'], message['data']['id'])

HTTPServer(('', int(os.environ.get('PORT', 3000))), Receiver).serve_forever()
`,
  },
  ruby: {
    name: 'Ruby',
    code: `# config.ru
require 'json'
require 'openssl'

run lambda { |env|
  body = env['rack.input'].read
  expected = OpenSSL::HMAC.hexdigest('SHA256', ENV.fetch('WEBHOOK_SECRET'), body)
  next [401, {}, []] unless OpenSSL.secure_compare(expected, env['HTTP_SIGNATURE'].to_s)

  message = JSON.parse(body)
  puts "#{message['meta']['event']['type']} #{message['data']['id']}"
  [204, {}, []]
}
`,
  },
  go: {
    name: 'Go',
    code: `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"log"
	"net/http"
	"os"
)

func main() {
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		mac := hmac.New(sha256.New, []byte(os.Getenv("WEBHOOK_SECRET")))
		mac.Write(body)
		given, _ := hex.DecodeString(r.Header.Get("signature"))
		if !hmac.Equal(mac.Sum(nil), given) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.WriteHeader(http.StatusNoContent)
		log.Printf("%s", body)
	})
	log.Fatal(http.ListenAndServe(":3000", nil))
}
`,
  },
}
