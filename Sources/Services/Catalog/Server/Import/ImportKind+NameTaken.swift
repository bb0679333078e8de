internal import CatalogAPI

extension ImportKind {
    /// The error text when a new source has the name of one of this kind.
    var nameTaken: String {
        let what =
            switch self {
            case .guide: "a guide"
            case .xtream: "an Xtream account"
            default: "a playlist"
            }
        return "There is \(what) of this name already. Choose another name."
    }
}
