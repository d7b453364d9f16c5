// zod gives each schema a method that converts it to JSON Schema. Nothing that is bundled calls it; scripts do. An ES module,
// so that the rest of zod stays tree-shaken.
const never = () => {};

export {
  never as createStandardJSONSchemaMethod,
  never as createToJSONSchemaMethod,
  never as extractDefs,
  never as finalize,
  never as handleUnrepresentable,
  never as initializeContext,
  never as processSchema,
  never as toJSONSchema,
};
export const allProcessors = {};
