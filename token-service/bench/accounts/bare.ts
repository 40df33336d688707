/**
 * The baseline: a bare `node:http` server that reads the body and answers with as many bytes as the path says, such as
 * `/850`.
 */
import { createServer } from 'node:http';

const answers = new Map<string, Buffer>();

const answerOf = (path: string): Buffer => {
  const known = answers.get(path);
  if (known) return known;
  const answer = Buffer.alloc(Number(path.slice(1)) || 0, 'x');
  answers.set(path, answer);
  return answer;
};

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    const answer = answerOf(request.url ?? '/0');
    response.writeHead(body.length > 0 ? 201 : 200, {
      'Content-Type': 'application/xml; charset=utf-8',
      'Content-Length': answer.length,
    });
    response.end(answer);
  });
});
server.listen(Number(process.env.PORT), '127.0.0.1');
