public import RPC

extension CallAccess {
    /// Also these services, on their own behalf.
    public func orServices(_ services: ServiceManifest...) -> CallAccess {
        services.reduce(self) { $0.orServices($1.name) }
    }
}
