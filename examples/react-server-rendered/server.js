import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { render } from './dist/server/render.js';

const apiUrl = process.env.WORDRISE_URL ?? 'http://localhost:5000';

const files = {
  '/client.js': 'text/javascript; charset=utf-8',
  '/client.css': 'text/css; charset=utf-8',
};

const page = () => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>A server-rendered page with the Wordrise signup form</title>
    <link rel="stylesheet" href="/client.css">
    <script type="module" src="/client.js"></script>
  </head>
  <body><div id="root" data-api-url="${apiUrl}">${render(apiUrl)}</div></body>
</html>`;

const server = createServer(async (request, response) => {
  const type = files[request.url];
  if (type) {
    response.setHeader('Content-Type', type);
    response.end(await readFile(new URL(`./dist/client${request.url}`, import.meta.url)));
  } else if (request.url === '/') {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(page());
  } else {
    response.writeHead(404).end();
  }
});

server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
