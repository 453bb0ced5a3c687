// What the service says about itself at /openapi.json, as far as the explorer asks. Pure.

interface Schema {
  enum?: string[];
  allOf?: { $ref: string }[]; // the words have a name of their own
}

export interface Description {
  paths?: Record<string, { get?: { parameters?: { name: string; schema?: Schema }[] } }>;
  components?: { schemas?: Record<string, Schema> };
}

// The words that a route takes for a parameter; none: it does not have it.
export function choicesOf(description: Description, route: string, parameter: string): string[] {
  const parameters = description.paths?.[route]?.get?.parameters ?? [];
  const schema = parameters.find(({ name }) => name === parameter)?.schema;
  const name = schema?.allOf?.[0]?.$ref.replace('#/components/schemas/', '') ?? '';
  return schema?.enum ?? description.components?.schemas?.[name]?.enum ?? [];
}
