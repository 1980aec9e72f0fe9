// [edge] stub
export {};
