// A process that does nothing: what starting Node costs.
