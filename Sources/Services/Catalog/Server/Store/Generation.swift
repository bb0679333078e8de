/// Numbers of the catalog's states; rows live from one up to, and without, another.
enum Generation {
    /// No generation comes after this: the row lives.
    static let never = Int64.max
}
