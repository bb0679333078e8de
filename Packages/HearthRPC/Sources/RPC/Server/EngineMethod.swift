extension ServerEngine {
    /// One method. Its statistics are confined to the loop, like everything that changes.
    final class EngineMethod {
        let descriptor: MethodDescriptor
        let handler: RegisteredMethod.Handler
        /// Whether it belongs to the system service, which has slots of its own.
        let isSystem: Bool
        /// Whether it is for operators, who are admitted when others are not.
        let isForOperators: Bool
        @exclusivity(unchecked) var statistics: MethodStatistics
        @exclusivity(unchecked) var serviceTime = ServiceTime()

        init(_ method: RegisteredMethod, isSystem: Bool) {
            (descriptor, handler) = (method.descriptor, method.handler)
            self.isSystem = isSystem
            isForOperators = isSystem || method.descriptor.access.roles.contains(CallAccess.operatorRole)
            statistics = MethodStatistics(method: method.descriptor)
        }

        /// The kind of slot of its calls.
        func slotKind(_ header: OpenHeader) -> ConcurrencyLimiter.Kind {
            if isSystem { return descriptor.shape == .unary ? .system : .systemStream }
            return header.criticality == .sheddable ? .sheddable : .critical
        }
    }
}
