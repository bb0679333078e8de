// Nothing is in this module yet.
