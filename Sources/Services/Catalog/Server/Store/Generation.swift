/// Numbers of the catalog's snapshots; rows live from one up to, and without, another.
enum Generation {
    /// The `died` of a live row: no generation comes after this.
    static let never = Int64.max
}
