internal import Basics

extension Schema {
    /// A number that changes when a shape, or a rule that it needs, changes; the order of fields does not count.
    ///
    /// It is FNV-1a (64 bits, offset basis 0xcbf29ce484222325, prime 0x100000001b3) over the deterministic encoding of
    /// the map of two: under "rules" the reachable rules by name with fields sorted by name, under "shape" the shape.
    /// It distinguishes versions and is no protection against attackers.
    public func fingerprint(of shape: Shape) throws -> UInt64 {
        struct Content: Encodable {
            var rules: [String: Rule]
            var shape: Shape
        }
        let names = reachable(from: shape)
        var needed = rules.filter { names.contains($0.key) }
        for name in needed.keys { needed[name]?.fields?.sort { $0.name < $1.name } }
        return FNV1a.hash(try CBOREncoder(maxDepth: 256).encode(Content(rules: needed, shape: shape)))
    }
}
