// What the service says about itself at /openapi.json, as far as the explorer asks. Pure.

export interface Description {
  paths?: Record<string, { get?: { parameters?: { name: string; schema?: { enum?: string[] } }[] } }>;
}

// The words that a route takes for a parameter; none: it does not have it.
export function choicesOf(description: Description, route: string, parameter: string): string[] {
  const parameters = description.paths?.[route]?.get?.parameters ?? [];
  return parameters.find(({ name }) => name === parameter)?.schema?.enum ?? [];
}
