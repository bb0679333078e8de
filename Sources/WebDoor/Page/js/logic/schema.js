// The shapes that reflection tells, as text and as an example of a request.

/** @param {Hearth.SchemaShape} shape @returns {string} */
export function nameOfShape(shape) {
  if (shape.kind === 'array') return `[${shape.of[0] ? nameOfShape(shape.of[0]) : ''}]`;
  if (shape.kind === 'nullable' && shape.of[0]) return nameOfShape(shape.of[0]);
  if (shape.kind === 'map') return `{${shape.of.map(nameOfShape).join(': ')}}`;
  return shape.name ?? shape.kind;
}

/**
 * The fields of a request, the required ones first.
 * @param {Hearth.Schema} schema
 * @param {Hearth.SchemaShape} shape
 * @returns {Hearth.SchemaField[]}
 */
export const fieldsOf = (schema, shape) => [...(schema.rules[shape.name ?? '']?.fields ?? [])].sort((a, b) => Number(a.isOptional) - Number(b.isOptional));

/**
 * A request to begin with: every required field with an empty value.
 * @param {Hearth.Schema} schema
 * @param {Hearth.SchemaShape} shape
 * @param {number} [depth]
 * @returns {unknown}
 */
export function exampleOf(schema, shape, depth = 0) {
  const fields = schema.rules[shape.name ?? '']?.fields;
  if (fields && depth < 4) return Object.fromEntries(fields.filter((field) => !field.isOptional).map((field) => [field.name, exampleOf(schema, field.shape, depth + 1)]));
  const [first] = schema.rules[shape.name ?? '']?.cases ?? [];
  if (first !== undefined) return first;
  if (shape.kind === 'array') return [];
  if (shape.kind === 'nullable' && shape.of[0]) return nameOfShape(shape.of[0]);
  if (shape.kind === 'map') return {};
  if (/^bool/.test(shape.kind)) return false;
  return /int|double|float|number/.test(shape.kind) ? 0 : '';
}
