/** Has AsyncAPI, OpenAPI and the JSON Schemas of `proto/` checked by programs of others, and every example by the schemas. */

import { readFileSync, readdirSync } from 'node:fs';
import { Parser } from '@asyncapi/parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';

const PROTO = new URL('../../proto/', import.meta.url);
const read = (name) => readFileSync(new URL(name, PROTO), 'utf8');
const troubles = [];
let checked = 0;

/** Takes note of what is wrong. */
function check(what, wrong) {
  checked += 1;
  troubles.push(...wrong.map((words) => `${what}: ${words}`));
}

const { diagnostics } = await new Parser().parse(read('asyncapi.json'));
const errors = diagnostics.filter(({ severity }) => severity === 0);
check('asyncapi.json', errors.map(({ message, path }) => `${path.join('.')}: ${message}`));

const openapi = await new Validator().validate(JSON.parse(read('openapi.json')));
check('openapi.json', openapi.valid ? [] : [JSON.stringify(openapi.errors)]);

for (const side of ['client', 'server']) {
  const ajv = new Ajv2020({ strict: true, allErrors: true, strictTypes: false, strictTuples: false });
  for (const [format, most] of Object.entries({ uint8: 255, uint16: 65535, uint32: 2 ** 32 - 1, uint64: 2 ** 64, uint: 2 ** 64 })) {
    ajv.addFormat(format, { type: 'number', validate: (value) => Number.isInteger(value) && value >= 0 && value <= most });
  }
  ajv.addFormat('int64', { type: 'number', validate: Number.isInteger });
  const validate = ajv.compile(JSON.parse(read(`${side}.schema.json`)));
  for (const name of readdirSync(new URL(`examples/${side}/`, PROTO))) {
    const isValid = validate(JSON.parse(read(`examples/${side}/${name}`)));
    check(`examples/${side}/${name}`, isValid ? [] : validate.errors.map(({ instancePath, message }) => `${instancePath} ${message}`));
  }
  // What the client's schema lets through although it is no message would be a schema that checks nothing.
  if (side === 'client') {
    for (const name of ['extra_field', 'unknown_type', 'missing_field', 'wrong_type', 'claims_time']) {
      const { text } = JSON.parse(read(`examples/bad/${name}.json`));
      check(`examples/bad/${name}.json`, validate(JSON.parse(text)) ? ['the schema takes it'] : []);
    }
  }
}

if (troubles.length > 0) {
  console.error(troubles.join('\n'));
  process.exit(1);
}
console.log(`${checked} documents and examples are as their validators want them`);
