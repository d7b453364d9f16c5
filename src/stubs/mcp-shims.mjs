// What MCP's SDK takes from its platform: a validator of JSON Schema, which it calls only for forms, and the streams of stdio.
export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error('This bundle validates no JSON Schema');
  }
}
export { default as process } from 'node:process';
