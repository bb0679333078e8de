public import FuzzKit

/// The targets of the catalog's formats.
public enum CatalogFuzzTargets {
    /// All targets.
    public static let all = [
        FuzzTarget("playlist", playlist), FuzzTarget("guide", guide), FuzzTarget("panel", panel),
    ]
}
