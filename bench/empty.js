// A process that does nothing: what starting Node.js costs.
