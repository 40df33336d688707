import { LATEST } from '@service/billing/resources/version.ts';
import { XML, XML_UTF8 } from '../documents/xml/media-type.ts';

/** A request as examples show it. */
export interface ShownRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly body?: string;
  /** The private key; undefined: examples read it from the variable `PRIVATE_KEY`. */
  readonly key: string | undefined;
}

/** A request in one programming language. */
export interface CodeListing {
  readonly language: string;
  readonly text: string;
}

/** Returns a request for the shell and, with what the language or its usual HTTP library has, in four languages. */
export const inLanguages = (request: ShownRequest): CodeListing[] => [
  { language: 'curl', text: curl(request) },
  { language: 'Node', text: node(request) },
  { language: 'Python', text: python(request) },
  { language: 'PHP', text: php(request) },
  { language: 'Ruby', text: ruby(request) },
];

const headersOf = ({ body }: ShownRequest): (readonly [string, string])[] => [
  ['Accept', XML],
  ['X-Api-Version', LATEST],
  ...(body === undefined ? [] : [['Content-Type', XML_UTF8] as const]),
];

/** Returns a request as a shell command. */
export const curl = ({ method, url, body, key = '$PRIVATE_KEY' }: ShownRequest): string => {
  const implied = body === undefined ? 'GET' : 'POST';
  return [
    `curl "${url}"`,
    ...(method === implied ? [] : [`--request ${method}`]),
    `--user "${key}:"`,
    ...headersOf({ method, url, key, ...(body === undefined ? {} : { body }) }).map(
      ([name, value]) => `--header "${name}: ${value}"`,
    ),
    ...(body === undefined ? [] : [`--data '${body.replaceAll("'", `'\\''`)}'`]),
  ].join(' \\\n  ');
};

const node = (request: ShownRequest): string => {
  const { method, url, body, key } = request;
  const secret = key === undefined ? 'env.PRIVATE_KEY' : `'${key}'`;
  return `${key === undefined ? "import { env } from 'node:process';\n\n" : ''}const response = await fetch('${url}', {
  method: '${method}',
  headers: {
    Authorization: \`Basic \${btoa(\`\${${secret}}:\`)}\`,
${headersOf(request)
  .map(([name, value]) => `    ${/^\w+$/.test(name) ? name : `'${name}'`}: '${value}',`)
  .join('\n')}
  },${body === undefined ? '' : `\n  body: \`${body.replace(/[\\`$]/g, '\\$&')}\`,`}
});
console.log(response.status, await response.text());`;
};

const python = (request: ShownRequest): string => {
  const { method, url, body, key } = request;
  const secret = key === undefined ? 'os.environ["PRIVATE_KEY"]' : `"${key}"`;
  return `${key === undefined ? 'import os\n' : ''}import requests

response = requests.request(
    "${method}",
    "${url}",
    auth=(${secret}, ""),
    headers={
${headersOf(request)
  .map(([name, value]) => `        "${name}": "${value}",`)
  .join('\n')}
    },${body === undefined ? '' : `\n    data="""${body}""".encode(),`}
)
print(response.status_code, response.text)`;
};

const php = (request: ShownRequest): string => {
  const { method, url, body, key } = request;
  const secret = key === undefined ? "getenv('PRIVATE_KEY')" : `'${key}'`;
  return `$request = curl_init('${url}');
curl_setopt_array($request, [
    CURLOPT_CUSTOMREQUEST => '${method}',
    CURLOPT_USERPWD => ${secret} . ':',
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => [
${headersOf(request)
  .map(([name, value]) => `        '${name}: ${value}',`)
  .join('\n')}
    ],${body === undefined ? '' : `\n    CURLOPT_POSTFIELDS => <<<'XML'\n${body}\nXML,`}
]);
$answer = curl_exec($request);
echo curl_getinfo($request, CURLINFO_HTTP_CODE), $answer;`;
};

const ruby = (request: ShownRequest): string => {
  const { method, url, body, key } = request;
  const secret = key === undefined ? "ENV['PRIVATE_KEY']" : `'${key}'`;
  const name = method.charAt(0) + method.slice(1).toLowerCase();
  return `require 'net/http'

uri = URI('${url}')
request = Net::HTTP::${name}.new(uri)
request.basic_auth(${secret}, '')
${headersOf(request)
  .map(([header, value]) => `request['${header}'] = '${value}'`)
  .join('\n')}${body === undefined ? '' : `\nrequest.body = <<~XML\n${body.replace(/^/gm, '  ')}\nXML`}
response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') { |http| http.request(request) }
puts response.code, response.body`;
};
