// The floors: `node minimum.cjs <url>` reads the same export, parses it, makes text of it again, and does nothing else. With
// a folder as well it also loads the documents below `config/` with js-yaml.
// By `require`: an import of node:http evaluates all that it exports, WebSocket among it, and takes 40 ms more.
const http = require('node:http');

const [url, folder] = process.argv.slice(2);

http.get(url, (answer) => {
  const chunks = [];
  answer.on('data', (chunk) => chunks.push(chunk));
  answer.on('end', () => {
    const text = JSON.stringify(JSON.parse(Buffer.concat(chunks).toString()));
    const documents = folder === undefined ? [text] : documentsOf(`${folder}/config`);
    if (text.length === 0 || documents.length === 0) process.exitCode = 1;
  });
});

function documentsOf(config) {
  const { readdirSync, readFileSync } = require('node:fs');
  const { loadAll } = require('js-yaml');
  const files = readdirSync(config, { recursive: true }).filter((name) => name.endsWith('.yaml'));
  return files.map((name) => loadAll(readFileSync(`${config}/${name}`, 'utf8')));
}
